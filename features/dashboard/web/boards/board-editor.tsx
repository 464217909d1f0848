import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardSensor } from '#features/pages/contract/board.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { LeaveDialog } from '#kit/ui/dialog/leave-dialog.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { usePresence } from '#kit/web/live/use-presence.ts'
import { BoardGrid } from './board-grid.tsx'
import { announceEditing } from './calls/use-dashboards.ts'
import { withLayout, withWidget } from './content/draft.ts'
import { withSizeLimits } from './content/size-limits.ts'
import { ClosedDialog } from './dialogs/closed-dialog.tsx'
import { ConflictDialog } from './dialogs/conflict-dialog.tsx'
import { AddDrawer } from './edit/add-drawer.tsx'
import { EditBar, type EditNews } from './edit/edit-bar.tsx'
import { SizeLimitsDialog } from './edit/size-limits-dialog.tsx'
import { useEditKeys } from './edit/use-edit-keys.ts'
import type { Editor } from './edit/use-editor.ts'
import { useSaving, type Settle } from './edit/use-saving.ts'
import { useWidgetEdits } from './edit/use-widget-edits.ts'
import { WidgetDialog } from './edit/widget-dialog.tsx'
import { WidgetTools } from './edit/widget-tools.tsx'
import { useWidgetName } from './use-widget-name.ts'
import './board-editor.css'

interface BoardEditorProps {
  readonly editor: Editor
  /** Sensors as they came with the stored dashboard. */
  readonly stored: readonly BoardSensor[]
  readonly listed: readonly Sensor[]
  /** What happened to the stored dashboard since the edit began. */
  readonly news: EditNews | null
  readonly onCancel: () => void
  readonly onSaved: Settle
}

/** A dashboard that is edited: nothing is stored until Save Edit. */
export function BoardEditor(props: BoardEditorProps) {
  const { editor, stored, listed, news, onCancel, onSaved } = props
  const translate = useTranslations('dashboard.board')
  const [isLeaving, setLeaving] = useState(false)
  const [isAdding, setAdding] = useState(editor.draft.widgets.length === 0)
  const edits = useWidgetEdits(editor, stored, listed)
  const { content, act } = edits
  const nameOf = useWidgetName(content)
  const saving = useSaving(editor, content.find, onSaved)
  const others = usePresence(editor.editing.id, announceEditing)
  const { draft, change, undo, redo } = editor
  useEditKeys(undo, redo)
  const tools = useCallback(
    (widget: Widget) => (
      <WidgetTools
        widget={widget}
        title={nameOf(widget)}
        sensor={widget.sensor && content.find(widget.sensor)}
        kind={content.kindOf(widget)}
        onAction={act}
      />
    ),
    [nameOf, content, act],
  )
  const edited = draft.widgets.find(({ id }) => id === edits.openDialog?.id)
  return (
    <div className="board-editor" data-adding={isAdding || undefined}>
      <EditBar
        editor={editor}
        isSaving={saving.isPending}
        others={others}
        onAdd={() => setAdding(!isAdding)}
        onArrange={edits.arrange}
        news={news}
        onCancel={() => (editor.isChanged ? setLeaving(true) : onCancel())}
        onSave={saving.save}
      />
      <div className="board-work">
        {draft.widgets.length === 0 && <EmptyDraft />}
        <BoardGrid
          label={draft.name === '' ? translate('unnamed') : draft.name}
          widgets={draft.widgets}
          {...{ content, nameOf }}
          editing={{
            tools,
            onChange: (layout) => change((before) => withLayout(before, layout)),
            onDropped: edits.drop,
          }}
        />
      </div>
      {isAdding && <AddDrawer onAdd={edits.add} onClose={() => setAdding(false)} />}
      {edited && (
        <EditDialog key={edited.id} widget={edited} title={nameOf(edited)} {...{ edits, change }} />
      )}
      {saving.wasClosed && (
        <ClosedDialog
          isBusy={saving.isPending}
          onOwn={saving.saveOwn}
          onClose={saving.closeClosed}
        />
      )}
      {saving.conflict && (
        <ConflictDialog
          conflict={saving.conflict}
          nameOf={nameOf}
          isBusy={saving.isPending}
          onSave={saving.saveJoined}
          onCopy={saving.saveCopy}
          onClose={saving.closeConflict}
        />
      )}
      {isLeaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onCancel} />}
    </div>
  )
}

interface EditDialogProps {
  readonly widget: Widget
  readonly title: string
  readonly edits: ReturnType<typeof useWidgetEdits>
  readonly change: Editor['change']
}

/** The dialog that is open for a widget. */
function EditDialog({ widget, title, edits, change }: EditDialogProps) {
  const { content, openDialog, closeDialog } = edits
  const { id } = widget
  if (openDialog?.for === 'sizeLimits')
    return (
      <SizeLimitsDialog
        {...{ widget, title }}
        minimum={content.minimumSizeOf(widget)}
        onSave={(limits) => change((before) => withSizeLimits(before, id, limits))}
        onClose={closeDialog}
      />
    )
  const kind = content.kindOf(widget)
  if (!kind) return null
  return (
    <WidgetDialog
      {...{ widget, title, kind, content }}
      onSave={(next) => change((before) => withWidget(before, id, next))}
      onClose={closeDialog}
    />
  )
}

function EmptyDraft() {
  const translate = useTranslations('dashboard.board')
  return (
    <div className="panel war-room-notice">
      <Notice icon="dashboard" title={translate('emptyTitle')}>
        <p>{translate('emptyEdit')}</p>
      </Notice>
    </div>
  )
}

interface LeaveQuestionProps {
  readonly onStay: () => void
  readonly onLeave: () => void
}

function LeaveQuestion(props: LeaveQuestionProps) {
  const translate = useTranslations('dashboard.board')
  return (
    <LeaveDialog
      title={translate('leave.title')}
      leave={translate('cancelEdit')}
      stay={translate('closed.goOn')}
      {...props}
    >
      {translate('leave.text')}
    </LeaveDialog>
  )
}
