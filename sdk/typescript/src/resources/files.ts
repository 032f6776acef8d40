// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** Files that you upload as evidence for disputes. */
export class FilesApi extends Resource {
  /**
   * Upload a file.
   *
   * A `multipart/form-data` form with a JPEG, PNG or PDF file of at most 5,000,000 bytes. The type is detected from the content, not from the name. Dispute evidence refers to the file by its `file_id`. A file that no evidence refers to is deleted after 30 days.
   */
  upload(params: FileUpload, options?: CallOptions): Promise<UploadedFile> {
    return this.call('POST /files', [], params, options)
  }

  /** Retrieve a file's metadata */
  retrieve(file_id: string, options?: CallOptions): Promise<UploadedFile> {
    return this.call('GET /files/:file_id', [file_id], undefined, options)
  }

  /**
   * Download a file.
   *
   * The uploaded bytes, as an attachment.
   */
  download(file_id: string, options?: CallOptions): Promise<Response> {
    return this.call('GET /files/:file_id/content', [file_id], undefined, options, 'bytes')
  }

  /**
   * Delete a file.
   *
   * Allowed only while no evidence refers to the file.
   */
  delete(file_id: string, options?: CallOptions): Promise<DeletedFile> {
    return this.call('DELETE /files/:file_id', [file_id], undefined, options)
  }
}

export interface DeletedFile {
  /** The id of the file, from `POST /files`. */
  file_id: string
  /** Always true: the object is deleted. */
  deleted: true
}

export interface FileUpload {
  /** What the file is for. Only evidence for disputes is accepted. */
  purpose: 'dispute_evidence'
  /** The dispute that the file is intended for. */
  dispute_id?: string | undefined
  /** The file, at most 5000000 bytes. */
  file: Blob
}

export interface UploadedFile {
  /** The id of the file, from `POST /files`. */
  file_id: string
  /** The file name as sent, without path and control characters. */
  file_name: string
  /** The size in bytes. */
  file_size: number
  /** The media type, determined from the first bytes. */
  file_type: 'image/jpeg' | 'image/png' | 'application/pdf'
  /** What the file is for. Only evidence for disputes is accepted. */
  purpose: 'dispute_evidence'
  /** The dispute that the file is intended for; null if none was named. */
  dispute_id: string | null
  /** When the object was created, in UTC. */
  created: string
  /** When the file is deleted, unless evidence refers to it by then; null while evidence refers to it. */
  expires_at: string | null
}
