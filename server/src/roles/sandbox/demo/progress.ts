// A progress bar in a terminal; elsewhere a line for every tenth.

const WIDTH = 30

export function progressBar(title: string, out: NodeJS.WriteStream) {
  let tenth = 0
  return (done: number, all: number): void => {
    const share = done / all
    const percent = `${Math.round(100 * share)} %`.padStart(5)
    if (out.isTTY) {
      const filled = '█'.repeat(Math.round(WIDTH * share)).padEnd(WIDTH, '░')
      out.write(`\r${title} ${filled} ${percent}${done === all ? '\n' : ''}`)
      return
    }
    const reached = Math.floor(10 * share)
    if (reached > tenth) out.write(`${title} ${percent}\n`)
    tenth = reached
  }
}
