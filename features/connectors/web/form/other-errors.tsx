import { Alert } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** The paths whose errors something on the screen shows, and what adds one until it is gone. */
export function useShownPaths() {
  const [paths, setPaths] = useState<readonly string[]>([])
  const show = useCallback((path: string) => {
    setPaths((before) => [...before, path])
    return () => setPaths((before) => before.toSpliced(before.indexOf(path), 1))
  }, [])
  return { paths, show }
}

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
  return (
    <div ref={place} role="alert">
      {isAny && (
        <Alert
          type="error"
          showIcon
          className="connector-refused"
          title={errors('wrongData')}
          description={texts.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
        />
      )}
    </div>
  )
}
