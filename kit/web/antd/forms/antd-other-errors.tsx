import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

interface OtherErrorsProps {
  readonly texts: readonly string[]
}

/** What was refused and no field shows, such as one that is hidden; the form goes to it. */
export function OtherErrors({ texts }: OtherErrorsProps) {
  const errors = useTranslations('errors')
  const place = useRef<HTMLDivElement>(null)
  const isAny = texts.length > 0
  useEffect(() => {
    if (isAny) place.current?.scrollIntoView({ block: 'center' })
  }, [isAny])
  if (!isAny) return null
  return (
    <div ref={place}>
      <Alert
        type="error"
        showIcon
        className="refused-elsewhere"
        title={errors('wrongData')}
        description={texts.map((text, index) => (
          <p key={index}>{text}</p>
        ))}
      />
    </div>
  )
}
