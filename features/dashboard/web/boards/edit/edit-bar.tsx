import { useTranslations } from 'use-intl'
import { maximumNameLength } from '#features/pages/contract/limits.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Editor } from './use-editor.ts'

interface EditBarProps {
  readonly editor: Editor
  readonly isSaving: boolean
  /** Names of others who edit it now. */
  readonly others: readonly string[]
  readonly onArrange: () => void
  readonly onAdd: () => void
  readonly onCancel: () => void
  readonly onSave: () => void
}

/** The name of a dashboard that is edited, and what can be done with the edit. */
export function EditBar(props: EditBarProps) {
  const { editor, isSaving, others, onArrange, onAdd, onCancel, onSave } = props
  const translate = useTranslations('dashboard.board')
  return (
    <div className="panel board-bar" data-editing>
      <label className="input board-name">
        <span className="visually-hidden">{translate('name')}</span>
        <input
          value={editor.draft.name}
          maxLength={maximumNameLength}
          placeholder={translate('unnamed')}
          autoComplete="off"
          onChange={({ target }) =>
            editor.change((draft) => ({ ...draft, name: target.value }), 'name')
          }
        />
      </label>
      {others.length > 0 && (
        <span className="board-note" role="status">
          {translate('others', {
            names: others.map(isolated).join(', '),
            count: others.length,
          })}
        </span>
      )}
      <span className="board-space" />
      <button type="button" className="button quiet" onClick={onAdd}>
        <Icon name="plus" />
        {translate('add')}
      </button>
      <button type="button" className="button quiet" onClick={onArrange}>
        <Icon name="pages" />
        {translate('arrange')}
      </button>
      <button
        type="button"
        className="button quiet board-undo"
        disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <Icon name="undo" />
        <span>{translate('undo')}</span>
      </button>
      <button
        type="button"
        className="button quiet board-undo board-redo"
        disabled={!editor.canRedo}
        onClick={editor.redo}
      >
        <Icon name="undo" />
        <span>{translate('redo')}</span>
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {translate('cancelEdit')}
      </button>
      <button type="button" className="button primary" disabled={isSaving} onClick={onSave}>
        {translate('saveEdit')}
      </button>
    </div>
  )
}
