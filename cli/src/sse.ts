// Server-Sent Events, as far as Florin sends them. A block without an empty line at its end has not come completely,
// and is dropped.
export interface Block {
  readonly id?: string
  readonly data: string
}

export class BlockReader {
  private rest = ''
  private readonly decoder = new TextDecoder()

  /** The blocks that these bytes complete. */
  push(bytes: Uint8Array): Block[] {
    this.rest += this.decoder.decode(bytes, { stream: true })
    const texts = this.rest.split('\n\n')
    this.rest = texts.pop() ?? ''
    return texts.map(readBlock)
  }
}

function readBlock(text: string): Block {
  let id: string | undefined
  const data: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('id:')) id = line.slice(3).trim()
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
  }
  return { data: data.join('\n'), ...(id === undefined ? {} : { id }) }
}
