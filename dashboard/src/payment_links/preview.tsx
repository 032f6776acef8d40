// The real page of a link, in a frame, with settings that are not saved yet. The API decides what it shows.
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'
import styles from './preview.module.css'

type Body = Schemas['PreviewPageOfPaymentLinkRequest']

export function Preview({ body }: { body: Body }) {
  const [device, setDevice] = useState('phone')
  const [isReady, setReady] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  // A draft that the API refuses leaves the preview as it was.
  const { data } = useQuery({
    queryKey: ['payment_links', 'preview', body],
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: () => unwrapAnswer(api.POST('/payment_link/preview', { body })),
  })
  useEffect(() => {
    const listen = ({ source, origin }: MessageEvent) => {
      if (source === frame.current?.contentWindow && origin === location.origin) setReady(true)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (isReady && data) frame.current?.contentWindow?.postMessage(data, location.origin)
  }, [isReady, data])
  return (
    <section aria-label="Page preview" className={styles.frame}>
      <header className={styles.bar}>
        <h2>Preview</h2>
        <SegmentedControl
          size="xs"
          aria-label="Preview size"
          value={device}
          onChange={setDevice}
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
          ]}
        />
      </header>
      <iframe
        ref={frame}
        title="The page"
        src="/pay/new?preview"
        className={styles.page}
        data-device={device}
      />
    </section>
  )
}
