import { useTranslations } from 'use-intl'

interface Choices {
  readonly isFetching: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

/**
 * Properties of a field whose choices come from the server, for where it has none to show: they are
 * on their way, could not be fetched, or there are `none`. Opened after a failure it asks again.
 */
export function useChoices({ isFetching, isError, refetch }: Choices, none: string) {
  const translate = useTranslations('common')
  const failed = translate('failure.title')
  return {
    loading: isFetching,
    notFoundContent: isFetching ? translate('searching') : isError ? failed : none,
    onOpenChange: (isOpen: boolean) => {
      if (isOpen && isError) refetch()
    },
  }
}
