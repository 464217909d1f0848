import { useTranslations } from 'use-intl'
import { maximumNameLength } from '#features/pages/contract/limits.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { useStickyBar } from '#kit/ui/use-sticky-bar.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Editor } from './use-editor.ts'

/** The stored dashboard was saved by somebody else, or is not there or not open any more. */
export type EditNews = 'newer' | 'closed'

interface EditBarProps {
  readonly editor: Editor
  readonly isSaving: boolean
  /** Names of others who edit it now. */
  readonly others: readonly string[]
  readonly news: EditNews | null
  readonly onArrange: () => void
  readonly onAdd: () => void
  readonly onCancel: () => void
  readonly onSave: () => void
}

/** The name of a dashboard that is edited, and what can be done with the edit. */
export function EditBar(props: EditBarProps) {
  const { editor, isSaving, others, news, onArrange, onAdd, onCancel, onSave } = props
  const translate = useTranslations('dashboard.board')
  const bar = useStickyBar('top')
  return (
    <div ref={bar} className="panel board-bar" data-editing>
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
      <span className="board-space" />
      <Step icon="undo" label={translate('undo')} isOff={!editor.canUndo} onPress={editor.undo} />
      <Step icon="redo" label={translate('redo')} isOff={!editor.canRedo} onPress={editor.redo} />
      <Step icon="plus" label={translate('add')} onPress={onAdd} />
      <Step icon="pages" label={translate('arrange')} onPress={onArrange} />
      <span className="board-ends">
        <button type="button" className="button" onClick={onCancel}>
          {translate('cancelEdit')}
        </button>
        <button type="button" className="button primary" disabled={isSaving} onClick={onSave}>
          {translate('saveEdit')}
        </button>
      </span>
      <EditNotes {...{ others, news }} />
    </div>
  )
}

interface StepProps {
  readonly icon: IconName
  readonly label: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

/** On a phone it is drawn as its icon alone. */
function Step({ icon, label, isOff = false, onPress }: StepProps) {
  return (
    <button
      type="button"
      className="button quiet board-step"
      title={label}
      disabled={isOff}
      onClick={onPress}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}

/** Comes by itself, while somebody drags: its place is there before, and moves nothing. */
function EditNotes({ others, news }: Pick<EditBarProps, 'others' | 'news'>) {
  const translate = useTranslations('dashboard.board')
  const newsText = news && translate(news === 'closed' ? 'closed.text' : 'newer')
  const othersText =
    others.length > 0 &&
    translate('others', { names: others.map(isolated).join(', '), count: others.length })
  const text = [newsText, othersText].filter(Boolean).join(' · ')
  return (
    <p className="board-note board-news" role="status" title={text}>
      {newsText && <Icon name={news === 'closed' ? 'lock' : 'info'} size={13} />}
      {newsText && <span>{newsText}</span>}
      {othersText && <span>{othersText}</span>}
    </p>
  )
}
