/** The data that the server wrote into the page. */
export function readJson(id: string): unknown {
  return JSON.parse(document.querySelector(`#${id}`)?.textContent ?? '')
}
