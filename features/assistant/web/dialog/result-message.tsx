import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Turn } from '../conversation.ts'

/** From the specification: how long it is shown whether there is an answer. */
const shownMs = 1_000

interface ResultMessageProps {
  readonly newest: Turn | undefined
  /** Of attempts up to this one it was stated before. */
  readonly seen: number
}

/**
 * Says for a second whether an answer came. It lies in the dialog: messages of the page would be
 * below it.
 */
export function ResultMessage({ newest, seen }: ResultMessageProps) {
  const kind = newest && newest.attempt > seen ? newest.outcome.kind : 'waiting'
  return (
    <div className="toasts ask-result" role="status">
      {(kind === 'answered' || kind === 'failed') && (
        <ForASecond
          key={newest?.attempt}
          result={kind === 'answered' ? 'searchSuccess' : 'searchFailed'}
        />
      )}
    </div>
  )
}

function ForASecond({ result }: { readonly result: 'searchSuccess' | 'searchFailed' }) {
  const translate = useTranslations('assistant')
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    isShown && (
      <div className="toast">
        <Icon name={result === 'searchSuccess' ? 'check' : 'bad'} />
        <p>{translate(result)}</p>
      </div>
    )
  )
}
