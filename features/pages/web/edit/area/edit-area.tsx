import { useDroppable } from '@dnd-kit/react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { maximumNameLength } from '../../../contract/limits.ts'
import type { Area } from '../../../contract/page.ts'
import { renameArea } from '../content/areas.ts'
import { DropPlace } from '../drag/drop-place.tsx'
import type { EditParts } from '../editor.tsx'
import { AreaRefusal } from './area-refusal.tsx'
import { WidgetsGrid } from './widgets-grid.tsx'
import './edit-area.css'

interface EditAreaProps extends EditParts {
  readonly area: Area
  /** From 1, in the order that the areas are read. */
  readonly number: number
  readonly onClear: () => void
  readonly onDelete: () => void
}

/** An area that is edited: its name and tools, and its widgets on their grid. */
export function EditArea(props: EditAreaProps) {
  const { area, number, editor, find, widgetName } = props
  const translate = useTranslations('pages.area')
  const { ref, isDropTarget } = useDroppable({ id: area.id })
  const { id, widgets } = area
  const name = area.name === '' ? translate('unnamed') : area.name
  return (
    <section
      ref={ref}
      className="edit-area"
      aria-label={translate('label', { number, name })}
      data-area={id}
      data-over={isDropTarget ? '' : undefined}
    >
      <AreaHead {...props} />
      <WidgetsGrid {...{ area, name, find, widgetName }} actions={editor.actions} />
      {widgets.length === 0 && <p className="edit-area-empty">{translate('dropHere')}</p>}
      <DropPlace area={area} />
      <AreaRefusal areaId={id} editor={editor} />
    </section>
  )
}

function AreaHead({ area, number, editor, onClear, onDelete }: EditAreaProps) {
  const translate = useTranslations('pages.area')
  const { id, name, w, h } = area
  const shown = name === '' ? translate('unnamed') : name
  return (
    <header>
      <span className="edit-grip" data-grid-handle aria-hidden="true">
        <Icon name="grip" />
      </span>
      <label className="input">
        <span className="visually-hidden">{translate('nameOf', { number })}</span>
        <input
          dir="auto"
          value={name}
          maxLength={maximumNameLength}
          title={area.name}
          placeholder={translate('unnamed')}
          autoComplete="off"
          onChange={({ target }) =>
            editor.change((content) => renameArea(content, id, target.value), `area ${id}`)
          }
        />
      </label>
      <span className="number edit-size">{translate('size', { w, h })}</span>
      <button
        type="button"
        className="icon-button small"
        aria-label={translate('clear', { name: shown })}
        title={translate('clear', { name: shown })}
        onClick={onClear}
      >
        <Icon name="clear" />
      </button>
      <button
        type="button"
        className="icon-button small"
        aria-label={translate('delete', { name: shown })}
        title={translate('delete', { name: shown })}
        onClick={onDelete}
      >
        <Icon name="trash" />
      </button>
    </header>
  )
}
