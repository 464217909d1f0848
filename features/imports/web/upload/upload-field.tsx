import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { maximumImportBytes } from '../../contract/routes.ts'
import type { Upload } from './use-upload.ts'

interface UploadProps {
  readonly upload: Upload
}

/** Takes a file by a button or dropped, and sends it. */
export function UploadField({ upload }: UploadProps) {
  const translate = useTranslations('imports.upload')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { uploading, problem, setProblem, send } = upload
  const take = (file: File | undefined) => {
    if (!file || uploading) return
    const isTooLarge = file.size > maximumImportBytes
    setProblem(file.size === 0 ? translate('empty') : isTooLarge ? translate('tooLarge') : null)
    if (file.size > 0 && !isTooLarge) send(file)
  }
  if (uploading) return <Uploading upload={upload} />
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

/** How far the file that is sent has come, or why it was refused; nothing while there is none. */
export function Uploading({ upload }: UploadProps) {
  const translate = useTranslations('imports.upload')
  const { number } = useFormat()
  const { uploading, problem, stop } = upload
  if (!uploading)
    return (
      problem !== null && (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )
    )
  const { name, share } = uploading
  const text = translate('progress', { name, percent: number(Math.floor(share * 100)) })
  return (
    <div className="import-drop">
      <progress aria-label={text} value={share} max={1} />
      <p>{text}</p>
      <small>{translate('stay')}</small>
      <button type="button" className="button" onClick={stop}>
        {translate('stop')}
      </button>
    </div>
  )
}
