import { useTranslations } from 'use-intl'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useMutation } from '../../calls/use-mutation.ts'
import { isolated } from '../../formats/isolated.ts'
import { useFormat } from '../../formats/use-format.ts'
import { FailureNotice } from '../../screens/failure-notice.tsx'
import { toast } from '../../toast.ts'
import type { Fetched, StoredBoard } from '../board.ts'
import './bin-dialog.css'

interface DeletedBoard {
  readonly id: string
  readonly name: string
  /** ms UTC */
  readonly deletedAt: number
  /** When it goes for good. */
  readonly endsAt: number
}

interface BinDialogProps {
  readonly kind: StoredBoard['kind']
  /** The latest first. */
  readonly bin: Fetched<readonly DeletedBoard[]>
  /** For how long they stay. */
  readonly days: number
  readonly takeBack: (id: string) => Promise<unknown>
  readonly onTakenBack: (id: string) => void
  readonly onClose: () => void
}

/** Pages or dashboards that were deleted, and the way to take them back. */
export function BinDialog({ kind, bin, days, onClose, ...taking }: BinDialogProps) {
  const translate = useTranslations('boards.bin')
  return (
    <ModalDialog
      title={translate('title', { kind })}
      onClose={onClose}
      footer={<CloseButton>{translate('close')}</CloseButton>}
    >
      {bin.data ? (
        bin.data.length === 0 ? (
          <Notice icon="trash" title={translate('empty', { kind })}>
            <p>{translate('emptyText', { days, kind })}</p>
          </Notice>
        ) : (
          <BinList boards={bin.data} {...taking} />
        )
      ) : bin.isError && bin.error ? (
        <FailureNotice error={bin.error} onRetry={() => void bin.refetch()} />
      ) : (
        <Skeleton width="100%" height="92px" />
      )}
    </ModalDialog>
  )
}

interface BinListProps extends Pick<BinDialogProps, 'takeBack' | 'onTakenBack'> {
  readonly boards: readonly DeletedBoard[]
}

function BinList({ boards, takeBack, onTakenBack }: BinListProps) {
  const translate = useTranslations('boards.bin')
  const format = useFormat()
  const { mutate, isPending } = useMutation({ mutationFn: takeBack })
  return (
    <ul className="bin-list">
      {boards.map(({ id, name, deletedAt, endsAt }) => (
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
            aria-disabled={isPending}
            onClick={() => {
              if (isPending) return
              mutate(id, {
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
