import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import {
  maximumAreas,
  maximumWidgetsOfArea,
  maximumWidgetsOfPage,
  pageColumns,
} from '../../../contract/limits.ts'
import type { Refusal } from '../content/outcome.ts'
import type { Editor } from '../state/use-editor.ts'
import './area-refusal.css'

interface AreaRefusalProps {
  /** Null: what concerns the page as a whole. */
  readonly areaId: string | null
  readonly editor: Editor
}

/** Why the latest thing that was tried here cannot be done, until something else is done. */
export function AreaRefusal({ areaId, editor }: AreaRefusalProps) {
  const translate = useTranslations('pages.refusal')
  const textOf = useFieldErrorText()
  const { refusal, content } = editor
  if (!refusal || refusal.areaId !== areaId) return null
  const { needs } = refusal
  const area = content.areas.find(({ id }) => id === areaId)
  return (
    <div
      className="area-refusal"
      role="alert"
      data-side={area && area.x >= pageColumns / 2 ? 'right' : undefined}
    >
      <Icon name="info" />
      <p>
        {textOf(errorOf(refusal))}
        {needs && area && (
          <small>
            {translate('sizes', { w: needs.w, h: needs.h, areaW: area.w, areaH: area.h })}
          </small>
        )}
      </p>
      {needs && (
        <button type="button" className="button small" onClick={editor.enlarge}>
          {translate('enlarge')}
        </button>
      )}
      <button
        type="button"
        className="icon-button small"
        aria-label={translate('dismiss')}
        title={translate('dismiss')}
        onClick={editor.dismissRefusal}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

/** The reason, with the limit that it names. */
function errorOf({ code, areaId }: Refusal): FieldError {
  if (code === 'too_many_widgets') return fieldError(code, { maximum: maximumWidgetsOfPage })
  const maximum = areaId === null ? maximumAreas : maximumWidgetsOfArea
  return code === 'too_many' ? fieldError(code, { maximum }) : fieldError(code)
}
