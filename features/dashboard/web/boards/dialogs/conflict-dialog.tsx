import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  maximumRows,
  maximumSensorsOfPage,
  maximumWidgetsOfPage,
} from '#features/pages/contract/limits.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { SideChoice, type Side } from '#kit/web/boards/conflict/side-choice.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { useVersions } from '../calls/use-versions.ts'
import {
  joinedAsChosen,
  nameChoice,
  widgetChange,
  widgetOf,
  type Choices,
} from '../content/joined.ts'
import type { Conflict } from '../edit/use-saving.ts'

interface ConflictDialogProps {
  readonly conflict: Conflict
  readonly nameOf: (widget: Widget) => string
  readonly isBusy: boolean
  readonly onSave: (choices: Choices) => void
  readonly onCopy: () => void
  readonly onClose: () => void
}

/**
 * Somebody else saved the dashboard meanwhile, and both changed the same: a person chooses whose
 * each becomes. Nothing is stored before; the other version stays among the earlier ones. Where
 * both together are more than a dashboard can hold it says so, and saves no part of it alone.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, nameOf, isBusy, onSave, onCopy, onClose } = props
  const translate = useTranslations('dashboard.board.conflict')
  const format = useFormat()
  const now = useNow(60_000)
  const [choices, setChoices] = useState<Choices>(new Map())
  const { board, edits, asked } = conflict
  const { isTooMuch } = useMemo(() => joinedAsChosen(edits, choices), [edits, choices])
  const versions = useVersions(board.id)
  const savedBy = versions.data?.find(({ version }) => version === board.version)?.savedBy
  const other = isolated(savedBy ?? translate('somebody'))
  const chosen = (id: string) => ({
    names: { mine: translate('mine'), theirs: other },
    side: choices.get(id) ?? ('mine' as const),
    onChoose: (side: Side) => setChoices(new Map(choices).set(id, side)),
  })
  const done = (id: string, draft: typeof edits.mine) => {
    const widget = widgetOf(draft, id)
    const change = widgetChange(widgetOf(edits.base, id), widget)
    return { text: translate(change, { columns: widget?.w ?? 0, rows: widget?.h ?? 0 }) }
  }
  const titleOf = (id: string) => {
    const widget = [edits.base, edits.mine, edits.theirs].flatMap(
      (draft) => widgetOf(draft, id) ?? [],
    )[0]
    return widget ? isolated(nameOf(widget)) : id
  }
  const time = format.moment(board.savedAt, now, 'second')
  return (
    <ModalDialog
      title={translate('title', { other })}
      isWide
      onClose={onClose}
      onSubmit={() => {
        if (!isBusy && !isTooMuch) onSave(choices)
      }}
      footer={
        <>
          <button type="button" className="button quiet" disabled={isBusy} onClick={onCopy}>
            {translate('copy')}
          </button>
          <span className="grow" />
          <CloseButton>{translate('goOn')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isBusy || isTooMuch}>
            {translate('save')}
          </button>
        </>
      }
    >
      <p role="status">
        {isTooMuch ? translate('tooMuch', { time, ...most }) : translate('text', { time })}
      </p>
      {asked.isName && (
        <SideChoice
          legend={translate('name')}
          {...chosen(nameChoice)}
          mine={{ text: edits.mine.name }}
          theirs={{ text: edits.theirs.name }}
        />
      )}
      {asked.widgets.map((id) => (
        <SideChoice
          key={id}
          legend={translate('widget', { widget: titleOf(id) })}
          {...chosen(id)}
          mine={done(id, edits.mine)}
          theirs={done(id, edits.theirs)}
        />
      ))}
    </ModalDialog>
  )
}

/** What a dashboard holds at most. */
const most = { widgets: maximumWidgetsOfPage, sensors: maximumSensorsOfPage, rows: maximumRows }
