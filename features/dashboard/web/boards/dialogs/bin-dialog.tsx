import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { takeBack, useBin, useDashboardChange } from '../calls/use-dashboards.ts'
import { BoardDialog } from './board-dialog.tsx'

/** Dashboards that were deleted within 30 days, to take them back. */
export function BinDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations('dashboard.board.bin')
  const format = useFormat()
  const bin = useBin()
  const { mutate, isPending } = useDashboardChange(takeBack)
  return (
    <BoardDialog title={translate('title')} onClose={onClose}>
      {bin.isError && <FailureNotice error={bin.error} onRetry={() => void bin.refetch()} />}
      {bin.isPending && <Skeleton width="100%" height="60px" />}
      {bin.data?.length === 0 && <p>{translate('empty')}</p>}
      <ul>
        {bin.data?.map(({ id, name, endsAt }) => (
          <li key={id}>
            <span>
              {name}
              <small>{translate('until', { date: format.dateTime(endsAt) })}</small>
            </span>
            <button
              type="button"
              className="button small"
              disabled={isPending}
              onClick={() => mutate(id)}
            >
              {translate('takeBack')}
            </button>
          </li>
        ))}
      </ul>
    </BoardDialog>
  )
}
