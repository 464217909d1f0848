import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError, isAbort } from '#kit/web/calls/api-error.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { listImports, maximumImportBytes } from '../../contract/routes.ts'
import { uploadFile } from './upload-file.ts'

/** Takes a file by a button or dropped, and sends it. */
export function UploadField({ onUploaded }: { readonly onUploaded: (id: string) => void }) {
  const translate = useTranslations('imports.upload')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { uploading, send, stop } = useUpload(onUploaded, setProblem)
  const take = (file: File | undefined) => {
    if (!file || uploading) return
    const isTooLarge = file.size > maximumImportBytes
    setProblem(file.size === 0 ? translate('empty') : isTooLarge ? translate('tooLarge') : null)
    if (file.size > 0 && !isTooLarge) send(file)
  }
  if (uploading) return <Uploading {...uploading} onStop={stop} />
  return (
    <div
      className="import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <Icon name="document" size={28} />
      <p>{translate('what')}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm"
        hidden
        aria-label={translate('choose')}
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <button type="button" className="button primary" onClick={() => input.current?.click()}>
        {translate('choose')}
      </button>
      <small>{translate('limits')}</small>
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  )
}

interface Upload {
  readonly name: string
  readonly share: number
}

function Uploading({ name, share, onStop }: Upload & { readonly onStop: () => void }) {
  const translate = useTranslations('imports.upload')
  const { number } = useFormat()
  const text = translate('progress', { name, percent: number(Math.floor(share * 100)) })
  return (
    <div className="import-drop">
      <progress aria-label={text} value={share} max={1} />
      <p>{text}</p>
      <small>{translate('stay')}</small>
      <button type="button" className="button" onClick={onStop}>
        {translate('stop')}
      </button>
    </div>
  )
}

function useUpload(onUploaded: (id: string) => void, onRefused: (reason: string) => void) {
  const client = useQueryClient()
  const textOf = useFieldErrorText()
  const [uploading, setUploading] = useState<Upload | null>(null)
  const stopping = useRef<AbortController | null>(null)
  const run = async (file: File) => {
    const stop = new AbortController()
    stopping.current = stop
    setUploading({ name: file.name, share: 0 })
    try {
      const progress = (share: number) => setUploading({ name: file.name, share })
      onUploaded(await uploadFile(file, progress, stop.signal))
    } catch (error) {
      const reasons = error instanceof ApiError ? Object.values(error.errors).flat() : []
      if (reasons.length > 0) onRefused(reasons.map(textOf).join(' '))
      else if (!isAbort(error)) await showFailure(error)
    } finally {
      setUploading(null)
      void invalidate(client, listImports)
    }
  }
  return {
    uploading,
    send: (file: File) => void run(file),
    stop: () => stopping.current?.abort(),
  }
}
