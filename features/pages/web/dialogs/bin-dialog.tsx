import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { toast } from '#kit/web/toast.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { binDays } from '../../contract/limits.ts'
import { binQuery } from '../calls/query-pages.ts'
import { useTakeBack } from '../calls/use-page-changes.ts'
import { CloseButton, PageDialog } from './page-dialog.tsx'
import './bin-dialog.css'

interface BinDialogProps {
  readonly onTakenBack: (id: string) => void
  readonly onClose: () => void
}

/** Pages that were deleted, and the way to take them back. */
export function BinDialog({ onTakenBack, onClose }: BinDialogProps) {
  const translate = useTranslations('pages')
  const bin = useQuery({ ...binQuery, staleTime: 0 })
  return (
    <PageDialog
      title={translate('bin.title')}
      onClose={onClose}
      footer={<CloseButton>{translate('bin.close')}</CloseButton>}
    >
      {bin.data ? (
        bin.data.length === 0 ? (
          <Notice icon="trash" title={translate('bin.empty')}>
            <p>{translate('bin.emptyText', { days: binDays })}</p>
          </Notice>
        ) : (
          <BinList pages={bin.data} onTakenBack={onTakenBack} />
        )
      ) : bin.isError ? (
        <FailureNotice error={bin.error} onRetry={() => void bin.refetch()} />
      ) : (
        <Skeleton width="100%" height="92px" />
      )}
    </PageDialog>
  )
}

interface BinListProps {
  readonly pages: readonly {
    readonly id: string
    readonly name: string
    readonly deletedAt: number
    readonly endsAt: number
  }[]
  readonly onTakenBack: (id: string) => void
}

function BinList({ pages, onTakenBack }: BinListProps) {
  const translate = useTranslations('pages.bin')
  const format = useFormat()
  const takeBack = useTakeBack()
  return (
    <ul className="bin-list">
      {pages.map(({ id, name, deletedAt, endsAt }) => (
        <li key={id}>
          <span className="clip words">{name}</span>
          <small>
            {translate('dates', {
              deleted: format.dateTime(deletedAt),
              until: format.date(endsAt),
            })}
          </small>
          <button
            type="button"
            className="button small"
            aria-label={translate('takeBackOf', { name: isolated(name) })}
            aria-disabled={takeBack.isPending}
            onClick={() => {
              if (takeBack.isPending) return
              takeBack.mutate(id, {
                onSuccess: () => {
                  toast('success', translate('takenBack', { name: isolated(name) }))
                  onTakenBack(id)
                },
              })
            }}
          >
            {translate('takeBack')}
          </button>
        </li>
      ))}
    </ul>
  )
}
