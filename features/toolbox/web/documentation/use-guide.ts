import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { fetchedOnce } from '#kit/web/calls/query-of.ts'
import { loadGuide } from './guide-pages.ts'

/** The guide in the language of the page. */
export function useGuide() {
  const locale = useLocale()
  return useQuery({
    queryKey: ['guide', locale],
    queryFn: () => loadGuide(locale),
    ...fetchedOnce,
    meta: { quiet: true },
  })
}
