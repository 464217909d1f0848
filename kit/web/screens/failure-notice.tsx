import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { ApiError } from '../calls/api-error.ts'
import { failureDetail, failureKey } from '../calls/failure-text.ts'

interface FailureNoticeProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** What could not be fetched; without it the notice says so in general. */
  readonly title?: string
  /** What happened, in place of the words for the failure. */
  readonly text?: string
  /** Who may see it, where that is more than a matter of the own role. */
  readonly forbidden?: string
  /** Where what was asked for may be gone; without it that is a failure like others. */
  readonly missing?: {
    readonly title: string
    readonly text: string
  }
  /** A link to where one goes from what is gone or closed to the person. */
  readonly wayBack?: ReactNode
}

/** It is not there, or what the address names can be nowhere. */
const isMissing: ReadonlySet<number> = new Set([404, 422])

/**
 * In the place of what could not be fetched: no permission, not there, or a failure that may pass.
 */
export function FailureNotice(props: FailureNoticeProps) {
  const { error, onRetry, title, text, forbidden, missing, wayBack } = props
  const translate = useTranslations('common')
  const errors = useTranslations('errors')
  const status = error instanceof ApiError ? error.status : 0
  const detail = failureDetail(error)
  if (status === 403) {
    return (
      <Notice icon="lock" title={translate('failure.forbiddenTitle')} action={wayBack} isFailure>
        <p className="sentence">{forbidden ?? translate('failure.forbiddenText')}</p>
      </Notice>
    )
  }
  if (missing && isMissing.has(status)) {
    return (
      <Notice icon="search" title={missing.title} action={wayBack} isFailure>
        <p>{missing.text}</p>
      </Notice>
    )
  }
  return (
    <Notice
      icon="warning"
      title={title ?? translate('failure.title')}
      action={<RetryButton onClick={onRetry} />}
      isFailure
    >
      <p className="sentence">{text ?? errors(failureKey(error))}</p>
      {detail && <p>{errors(`details.${detail.key}`, { seconds: detail.seconds })}</p>}
    </Notice>
  )
}

export function RetryButton({ onClick }: { readonly onClick: () => void }) {
  const translate = useTranslations('common')
  return (
    <button type="button" className="button" onClick={onClick}>
      {translate('retry')}
    </button>
  )
}
