import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { AnyBoard } from '../../contract/all-boards.ts'

/** The list of everybody's boards, column by column. */
export function useAllBoardsColumns(
  onHandOver: (board: AnyBoard) => void,
): readonly RecordColumn<AnyBoard>[] {
  const translate = useTranslations('pages.all')
  return [
    {
      key: 'name',
      title: translate('name'),
      card: 'head',
      render: (board) => <Named key="name" board={board} />,
    },
    {
      key: 'owner',
      title: translate('owner'),
      width: '24%',
      render: ({ owner, hasLeft }) => (
        <span className="all-boards-lines">
          <span>
            {owner.name} {hasLeft && <span className="tag warning">{translate('disabled')}</span>}
          </span>
          <small>{owner.email}</small>
        </span>
      ),
    },
    {
      key: 'shared',
      title: translate('shared'),
      width: '26%',
      render: ({ people, roles }) => {
        const all = [...roles.map((role) => translate('role', { role })), ...people.map(isolated)]
        return <span>{all.length === 0 ? translate('nobody') : all.join(', ')}</span>
      },
    },
    {
      key: 'saved',
      title: translate('saved'),
      width: 170,
      render: (board) => <Saved board={board} />,
    },
    {
      key: 'action',
      title: translate('action'),
      isTitleHidden: true,
      align: 'right',
      card: 'bare',
      render: (board) => (
        <Button
          size="small"
          aria-label={translate('handOverOf', { name: isolated(board.name) })}
          onClick={() => onHandOver(board)}
        >
          {translate('handOver')}
        </Button>
      ),
    },
  ]
}

function Named({ board }: { readonly board: AnyBoard }) {
  const translate = useTranslations('pages.all')
  const { kind, name, areas, widgets } = board
  return (
    <span className="all-boards-lines">
      <b>{name}</b>
      <small>
        {translate(kind)}
        {' · '}
        {kind === 'page'
          ? translate('extent', { areas, widgets })
          : translate('widgets', { count: widgets })}
      </small>
    </span>
  )
}

function Saved({ board: { savedAt, savedBy } }: { readonly board: AnyBoard }) {
  const translate = useTranslations('pages.all')
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <span className="all-boards-lines">
      <span className="number">{format.moment(savedAt, now)}</span>
      {savedBy !== null && <small>{translate('by', { name: isolated(savedBy) })}</small>}
    </span>
  )
}
