import { Alert } from 'antd'
import { useTranslations } from 'use-intl'
import { failureKey } from '#kit/web/calls/failure-text.ts'
import { useFailureText } from '../../list/use-failure-text.ts'
import { BrowseFailure } from './use-browse.ts'

/** Why the server of the form could not be asked. */
export function BrowseProblem({ error }: { readonly error: unknown }) {
  const textOf = useFailureText()
  const errors = useTranslations('errors')
  if (!(error instanceof BrowseFailure))
    return <Alert type="error" showIcon title={errors(failureKey(error))} />
  return (
    <Alert
      type="error"
      showIcon
      title={textOf(error.failure)}
      description={<span lang="en">{error.failure.detail}</span>}
    />
  )
}
