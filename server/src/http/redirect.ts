/** What a verb returns to send a browser on. */
export class Redirect {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }
}
