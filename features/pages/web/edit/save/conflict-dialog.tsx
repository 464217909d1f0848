import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Side } from '#kit/web/boards/conflict/side-choice.tsx'
import { versionsQuery } from '../../calls/query-pages.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { normalizePage } from '../content/areas.ts'
import { changesBetween } from '../content/changes.ts'
import { nameChoice, type Choices } from '../content/reconcile.ts'
import { AreaChoice, NameChoice } from './conflict-choice.tsx'
import { useChangeText } from './use-change-text.ts'
import type { Conflict } from './use-saving.ts'
import './conflict-dialog.css'

interface ConflictDialogProps {
  readonly pageId: string
  readonly conflict: Conflict
  readonly find: FindSensor
  readonly isPending: boolean
  readonly onSave: (choices: Choices) => void
  readonly onClose: () => void
}

/**
 * Somebody else saved the page meanwhile, and both changed the same: what fits together is listed,
 * and of the rest a person chooses whose it becomes. The other version stays in the history.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { pageId, conflict, find, isPending, onSave, onClose } = props
  const translate = useTranslations('pages.conflict')
  const format = useFormat()
  const now = useNow(60_000)
  const [choices, setChoices] = useState<Choices>(new Map())
  const { asked, base, theirs } = conflict
  const versions = useQuery({ ...versionsQuery(pageId), staleTime: 0 })
  const savedBy = versions.data?.find(({ version }) => version === theirs.version)?.savedBy
  const other = isolated(savedBy ?? translate('somebody'))
  const choose = (id: string, side: Side) => setChoices(new Map(choices).set(id, side))
  const sideOf = (id: string) => choices.get(id) ?? 'mine'
  return (
    <ModalDialog
      title={translate('title', { other })}
      isWide
      onClose={onClose}
      onSubmit={() => {
        if (!isPending) onSave(choices)
      }}
      footer={
        <>
          <small>{translate('history')}</small>
          <CloseButton>{translate('goOn')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isPending}>
            {translate('save')}
          </button>
        </>
      }
    >
      <p>{translate('text', { time: format.moment(theirs.savedAt, now, 'second') })}</p>
      <Fitting {...{ conflict, find }} />
      {asked.name && (
        <NameChoice
          name={asked.name}
          other={other}
          side={sideOf(nameChoice)}
          onChoose={(side) => choose(nameChoice, side)}
        />
      )}
      {asked.areas.map((area) => (
        <AreaChoice
          key={area.id}
          conflict={area}
          before={base.areas.find(({ id }) => id === area.id)}
          {...{ other, find }}
          side={sideOf(area.id)}
          onChoose={(side) => choose(area.id, side)}
        />
      ))}
    </ModalDialog>
  )
}

/** What only one of them touched: in the page without a question. */
function Fitting({ conflict, find }: Pick<ConflictDialogProps, 'conflict' | 'find'>) {
  const translate = useTranslations('pages.conflict')
  const textOf = useChangeText(find)
  const { asked, base, theirs, mine } = conflict
  const ids = new Set(asked.areas.map(({ id }) => id))
  const fitting = (content: typeof mine) =>
    changesBetween(base, content).filter((change) =>
      change.kind === 'page-renamed' ? !asked.name : !ids.has(change.area.id),
    )
  const own = fitting(mine)
  const their = fitting(normalizePage(theirs))
  if (own.length + their.length === 0) return null
  return (
    <div className="conflict-fitting">
      <Icon name="check" />
      <p>
        <b>{translate('fit', { count: own.length + their.length })}</b>{' '}
        {own.length > 0 && `${translate('yours', { changes: own.map(textOf).join(', ') })} `}
        {their.length > 0 && translate('theirs', { changes: their.map(textOf).join(', ') })}
      </p>
    </div>
  )
}
