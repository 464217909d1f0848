import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { useEntries, useShowsErrorsOf } from '../entries.tsx'
import { wrongPlaces } from './entry-problems.ts'

const pageSize = 20

/** Entries in pages: which are shown, and the ways to others. */
export function useEntryPages(count: number) {
  const [page, setPage] = useState(1)
  const shown = Math.min(page, Math.max(1, Math.ceil(count / pageSize)))
  const from = (shown - 1) * pageSize
  return {
    /** Those that are shown are from `from` up to and without `to`. */
    ...{ from, to: from + pageSize },
    /** Shows the page that has the entry. */
    showEntry: (index: number) => setPage(Math.floor(Math.max(0, index) / pageSize) + 1),
    pages: { count, page: shown, onPage: setPage },
  }
}

/** The pages of a list; nothing where there is one. */
export function EntryPages({ count, page, onPage }: ReturnType<typeof useEntryPages>['pages']) {
  if (count <= pageSize) return null
  return (
    <Pagination
      size="small"
      current={page}
      pageSize={pageSize}
      total={count}
      showSizeChanger={false}
      onChange={onPage}
    />
  )
}

interface WrongEntriesProps {
  /** The list in the settings. */
  readonly list: string
  readonly textOf: (count: number) => string
  readonly showText: string
  readonly onShow: (index: number) => void
}

/** What is wrong with a list, or how many entries are not accepted, and the way to the first. */
export function WrongEntries({ list, textOf, showText, onShow }: WrongEntriesProps) {
  const { errors } = useEntries()
  useShowsErrorsOf(list)
  const places = wrongPlaces(errors, list)
  const [first] = places
  const whole = errors.get(list)
  if (whole !== undefined)
    return (
      <p className="connector-wrong" role="alert">
        {whole}
      </p>
    )
  if (first === undefined) return null
  return (
    <p className="connector-wrong" role="alert">
      {textOf(places.length)}{' '}
      <Button type="link" size="small" onClick={() => onShow(first)}>
        {showText}
      </Button>
    </p>
  )
}
