// Files that anyone may read without a key: the documentation, the OpenAPI document, page scripts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompressedFile } from '@florin/pages/compressed.ts'
import { countPublic } from './admit.ts'

/** For a file whose name contains a hash of its bytes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A limit per address, shared with the hosted pages' files. */
export const limited = {
  onRequest: (request: FastifyRequest, reply: FastifyReply) =>
    countPublic(request, reply, 'page files'),
}

/** Compressed as the caller accepts it, or nothing if the caller has these bytes already. */
export async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: CompressedFile,
): Promise<FastifyReply> {
  reply.header('ETag', file.etag)
  if (headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { body, headers: encoding } = await file.encode(headers['accept-encoding']?.toString())
  return reply.headers(encoding).send(body)
}
