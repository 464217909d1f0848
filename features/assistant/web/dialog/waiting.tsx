import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { nextTip, tipMs } from './tips.ts'

interface WaitingProps {
  /** ms UTC, of the server. */
  readonly askedAt: number
  /** A part of the answer is above it. */
  readonly hasBegun: boolean
  readonly onCancel: () => void
}

/** In the place of an answer that is on its way: how long already, a tip, and the way to stop. */
export function Waiting({ askedAt, hasBegun, onCancel }: WaitingProps) {
  const translate = useTranslations('assistant')
  return (
    <div className="ask-waiting">
      <p className="visually-hidden" role="status">
        {translate('waiting')}
      </p>
      {(hasBegun ? ['41%'] : ['96%', '88%', '93%', '41%']).map((width) => (
        <Skeleton key={width} width={width} height="11px" />
      ))}
      {!hasBegun && <TipLine />}
      <div className="ask-step">
        <span aria-hidden="true">{translate('waiting')}</span>
        <Seconds since={askedAt} />
        <button type="button" className="button small" onClick={onCancel}>
          {translate('cancel')}
        </button>
      </div>
    </div>
  )
}

function TipLine() {
  const translate = useTranslations('assistant')
  const [tip, setTip] = useState(() => nextTip(null, Math.random))
  useEffect(() => {
    const timer = setInterval(() => setTip((shown) => nextTip(shown, Math.random)), tipMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="ask-tip">
      <Icon name="info" />
      <span>
        <b>{translate('tip')}</b> {translate(`tips.${tip}`)}
      </span>
    </p>
  )
}

function Seconds({ since }: { readonly since: number }) {
  const { age } = useFormat()
  const now = useNow(1_000)
  return <span className="number">{age(Math.max(0, now - since))}</span>
}
