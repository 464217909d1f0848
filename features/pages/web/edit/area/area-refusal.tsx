import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { maximumAreas, maximumWidgetsOfArea, pageColumns } from '../../../contract/limits.ts'
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
  const { code, needs } = refusal
  const area = content.areas.find(({ id }) => id === areaId)
  const maximum = areaId === null ? maximumAreas : maximumWidgetsOfArea
  const error = code === 'too_many' ? fieldError(code, { maximum }) : fieldError(code)
  return (
    <div
      className="area-refusal"
      role="alert"
      data-side={area && area.x >= pageColumns / 2 ? 'right' : undefined}
    >
      <Icon name="info" />
      <p>
        {textOf(error)}
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
