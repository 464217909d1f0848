import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import type { AnyBoard } from '../../contract/all-boards.ts'
import { allBoardsAddress } from './all-boards-address.ts'
import { useAllBoardsColumns } from './all-boards-columns.tsx'
import { AllBoardsFilters } from './all-boards-filters.tsx'
import { handOverForm, HandOverDialog } from './hand-over-dialog.tsx'
import { allBoardsQuery } from './query-all-boards.ts'
import './all-boards.css'

/** `/administrator/boards` */
export default function AllBoardsScreen() {
  return (
    <AntdProvider>
      <AllBoards />
    </AntdProvider>
  )
}

function AllBoards() {
  const translate = useTranslations('pages.all')
  const [address, change] = useListAddress('/administrator/boards', allBoardsAddress)
  const boards = useQuery(allBoardsQuery(address))
  useInterrupted(handOverForm)
  const [asked, setAsked] = useState<AnyBoard | null>(null)
  const columns = useAllBoardsColumns(setAsked)
  const isFiltered = address.search !== '' || address.kind !== null || address.left !== null
  const showAll = (
    <button
      type="button"
      className="button"
      onClick={() => change({ search: '', kind: null, left: null })}
    >
      {translate('showAll')}
    </button>
  )
  return (
    <section className="panel" aria-labelledby="all-boards-title">
      <header className="panel-head all-boards-head">
        <h2 id="all-boards-title">{translate('title')}</h2>
        <AllBoardsFilters address={address} onChange={change} />
      </header>
      {boards.isError && boards.data === undefined ? (
        <FailureNotice error={boards.error} onRetry={() => void boards.refetch()} />
      ) : (
        <RecordTable<AnyBoard>
          label={translate('title')}
          columns={columns}
          rows={boards.data?.data}
          rowKey={({ id }) => id}
          isOutdated={boards.isPlaceholderData}
          empty={
            isFiltered ? (
              <Notice icon="search" title={translate('none')} action={showAll}>
                <p>{translate('noneText')}</p>
              </Notice>
            ) : (
              <Notice icon="pages" title={translate('unused')}>
                <p>{translate('unusedText')}</p>
              </Notice>
            )
          }
        />
      )}
      <RecordPages {...address} total={boards.data?.meta.total ?? 0} onChange={change} />
      {asked && <HandOverDialog board={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
