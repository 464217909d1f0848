import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { download } from '#kit/web/csv/download.ts'

interface ImportResultProps {
  readonly added: readonly { readonly lesiId: string; readonly token: string }[]
  /** The tokens were taken along. */
  readonly isTaken: boolean
  readonly onTaken: () => void
  readonly onClose: () => void
}

/** The tokens of devices that were just added, to be taken along: they are stored nowhere. */
export function ImportResult({ added, isTaken, onTaken, onClose }: ImportResultProps) {
  const translate = useTranslations('devices.import')
  const save = () => {
    const lines = added.map(({ lesiId, token }) => `${lesiId},${token}`)
    download('tokens.csv', `${['lesi_id,token', ...lines].join('\r\n')}\r\n`)
    onTaken()
  }
  return (
    <section className="import-result">
      <h3>{translate('added', { count: added.length })}</h3>
      <p>
        <Icon name="info" size={14} /> {translate('once')}
      </p>
      <div className="form-foot">
        <Button type="primary" icon={<Icon name="download" />} onClick={save}>
          {translate('download')}
        </Button>
        <Button disabled={!isTaken} onClick={onClose}>
          {translate('done')}
        </Button>
      </div>
    </section>
  )
}
