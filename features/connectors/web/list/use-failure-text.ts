import { useTranslations } from 'use-intl'
import type { FailureReport } from '#features/connectors/contract/connector.ts'

/** Returns a function that says why a connector fails, in the language of the page. */
export function useFailureText(): (failure: Pick<FailureReport, 'code'>) => string {
  const translate = useTranslations('connectors.failures')
  return ({ code }) => translate(code)
}
