// An evidence file with a preview.
import { ActionIcon, Button, Modal, Skeleton, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { formatSize } from '../api/upload.ts'
import { Loaded } from '../lib/loaded.tsx'
import type { FileEntry } from './draft.ts'
import styles from './evidence.module.css'

interface FileRowProps {
  readonly file: FileEntry
  readonly id?: string
  readonly remove?: () => void
}

export function FileRow({ file, id, remove }: FileRowProps) {
  const { file_id, file_name, file_size, available } = file
  const [isOpen, { open, close }] = useDisclosure(false)
  const name = file_name ?? file_id
  const isPdf = file.file_type === 'application/pdf'
  const Icon = isPdf ? IconFileTypePdf : IconPhoto
  return (
    <div className={styles.file}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className={styles.fileName}>
        <b>{name}</b>
        <small>
          {available && file_size !== null
            ? formatSize(file_size)
            : 'The file is no longer stored here; the issuer has it.'}
        </small>
      </span>
      {available && (
        <Button
          id={id}
          variant="default"
          size="compact-sm"
          onClick={open}
          aria-label={`Preview ${name}`}
        >
          Preview
        </Button>
      )}
      {remove && (
        <Tooltip label="Remove">
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={remove}
            aria-label={`Remove ${name} from the evidence`}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      <Modal
        opened={isOpen}
        onClose={close}
        title={name}
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Preview file={file} name={name} />
      </Modal>
    </div>
  )
}

/** The API sends the content as an attachment; the page shows it from memory. */
function Preview({ file, name }: { file: FileEntry; name: string }) {
  const { file_id } = file
  const content = useQuery({
    queryKey: ['files', file_id, 'content'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => {
      const params = { path: { file_id } }
      const call = api.GET('/files/{file_id}/content', { params, parseAs: 'blob' })
      return unwrapAnswer(call)
    },
  })
  return (
    <Loaded query={content} waiting={<Skeleton height={320} />}>
      {(blob) => <Content blob={blob} type={file.file_type} name={name} />}
    </Loaded>
  )
}

function Content({ blob, type, name }: { blob: Blob; type: string | null; name: string }) {
  const url = useObjectUrl(blob, type)
  if (url === undefined) return <Skeleton height={320} />
  const links = (
    <p className={styles.previewLinks}>
      {type === 'application/pdf' && (
        <Button component="a" href={url} target="_blank" rel="noopener">
          Open the PDF in a new tab
        </Button>
      )}
      <Button component="a" href={url} download={name} variant="default">
        Download
      </Button>
    </p>
  )
  if (type === 'application/pdf') return links
  return (
    <>
      <img src={url} alt={`Content of ${name}`} className={styles.image} />
      {links}
    </>
  )
}

function useObjectUrl(blob: Blob, type: string | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    // Only the types that the API accepts; anything else would be a download.
    const made = URL.createObjectURL(new Blob([blob], { type: type ?? 'application/octet-stream' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, type])
  return url
}
