// Prints an image without any check, as an earlier release did in the process itself.
import { serveTasks } from '#kernel/contained_process.ts'
import { makePaper } from '#core/pdf/paper.ts'

serveTasks<Uint8Array, Uint8Array>((bytes) => {
  const paper = makePaper({
    title: 'Invoice',
    author: 'Shop',
    language: 'en',
    direction: 'ltr',
    created: new Date(0),
  })
  paper.image(Buffer.from(bytes), { x: 0, y: 0, width: 96, height: 32 })
  return paper.bytes()
})
