import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'

interface ImportResultProps {
  readonly added: readonly { readonly lesiId: string; readonly token: string }[]
  readonly onClose: () => void
}

/** The tokens of devices that were just added, to be taken along: they are stored nowhere. */
export function ImportResult({ added, onClose }: ImportResultProps) {
  const translate = useTranslations('devices.import')
  const [isTaken, setTaken] = useState(false)
  const download = () => {
    const lines = added.map(({ lesiId, token }) => `${lesiId},${token}`)
    const text = `${['lesi_id,token', ...lines].join('\r\n')}\r\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    const link = document.createElement('a')
    Object.assign(link, { href: address, download: 'tokens.csv' })
    link.click()
    URL.revokeObjectURL(address)
    setTaken(true)
  }
  return (
    <section className="import-result">
      <h3>{translate('added', { count: added.length })}</h3>
      <p>
        <Icon name="info" size={14} /> {translate('once')}
      </p>
      <div className="form-foot">
        <Button type="primary" icon={<Icon name="download" />} onClick={download}>
          {translate('download')}
        </Button>
        <Button disabled={!isTaken} onClick={onClose}>
          {translate('done')}
        </Button>
      </div>
    </section>
  )
}
