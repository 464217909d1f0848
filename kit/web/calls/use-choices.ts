import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { matchesWords, searchWords } from '#kit/model/sensor-filter.ts'
import { useDebounced } from '../browser/use-debounced.ts'

const typingMs = 300
const maximumSearchLength = 200

interface Choices {
  readonly isFetching: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface SearchedChoices extends Choices {
  readonly isPlaceholderData: boolean
}

interface Search {
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** What the server is asked for. */
  readonly find: string
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

/** The words that somebody types into a field, and those that the server is asked for. */
export function useSearch(): Search {
  const [typed, setTyped] = useState('')
  const find = useDebounced(typed, typingMs).slice(0, maximumSearchLength)
  return { typed, setTyped, find }
}

/** For the query of a field that is searched: what was found stays until the next is there. */
export const searched = { placeholderData: keepPreviousData, meta: { quiet: true } } as const

/**
 * The same properties of a field whose choices the server finds by typed words. Until its answer is
 * there, those of the former choices that match remain, so that none vanishes below the pointer and
 * Enter chooses none that does not match.
 */
export function useSearchedChoices(
  { typed, setTyped, find }: Search,
  { isPlaceholderData, ...choices }: SearchedChoices,
  none: string,
) {
  const isAwaited = isPlaceholderData || typed.slice(0, maximumSearchLength) !== find
  const words = searchWords(typed)
  const isMatch = (_: string, option?: { readonly label?: unknown }) =>
    matchesWords(words, [String(option?.label)])
  return {
    ...useChoices({ ...choices, isFetching: isAwaited || choices.isFetching }, none),
    showSearch: {
      searchValue: typed,
      onSearch: setTyped,
      filterOption: isAwaited ? isMatch : (false as const),
    },
  }
}
