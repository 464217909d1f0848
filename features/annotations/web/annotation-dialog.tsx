import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { maximumAnnotationText, type Annotation } from '../contract/routes.ts'
import { sensorName, type AnnotatedSensor } from './sensor-name.ts'
import {
  useAnnotationForm,
  type AnnotationForm,
  type InterruptedAnnotation,
} from './use-annotation-form.ts'

interface AnnotationDialogProps {
  readonly sensors: readonly AnnotatedSensor[]
  readonly range: Range
  readonly timezone: string
  readonly picked: number | null
  /** What is changed; null: it is a new one. */
  readonly base: Annotation | null
  /** The same as it is now; null: it is gone, or new. */
  readonly current: Annotation | null
  readonly onClose: () => void
  readonly onAdded: () => void
  /** What was entered of it when the session ended. */
  readonly interrupted: InterruptedAnnotation | undefined
}

/** A moment or a span of a sensor, and the text about it. */
export default function AnnotationDialog(props: AnnotationDialogProps) {
  const { base } = props
  const translate = useTranslations('annotations')
  const form = useAnnotationForm(props)
  return (
    // Around the dialog, which opens with its fields: one of them has the focus.
    <AntdProvider>
      <EntriesDialog
        isChanged={form.isTouched}
        isPending={form.isPending}
        title={translate(base ? 'editTitle' : 'addTitle')}
        onClose={() => {
          form.discard()
          form.close()
        }}
        onSubmit={form.submit}
        footer={
          <>
            <CloseButton>{translate('cancel')}</CloseButton>
            <button type="submit" className="button primary" aria-disabled={form.isPending}>
              {translate('save')}
            </button>
          </>
        }
      >
        {form.conflict && (
          <EditConflict
            title={translate('conflict')}
            onTakeTheirs={form.conflict.takeTheirs}
            onKeepMine={form.conflict.keepMine}
          />
        )}
        <Fields {...props} form={form} />
      </EntriesDialog>
    </AntdProvider>
  )
}

function Fields({
  sensors,
  base,
  form,
}: AnnotationDialogProps & { readonly form: AnnotationForm }) {
  const translate = useTranslations('annotations')
  const { entries, change, problem } = form
  return (
    <div className="annotation-fields">
      {base === null && sensors.length > 1 && (
        <label className="field">
          <span className="field-label">{translate('sensor')}</span>
          <span className="input">
            <select
              value={entries.sensor}
              onChange={({ target }) => change({ sensor: Number(target.value) })}
            >
              {sensors.map((each) => (
                <option key={each.id} value={each.id}>
                  {sensorName(each, sensors)}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      <div className="annotation-times">
        {(['from', 'to'] as const).map((edge) => (
          <div key={edge} className="field">
            <span className="field-label" aria-hidden="true">
              {translate(edge)}
            </span>
            <MomentField
              text={entries[edge]}
              label={translate(edge)}
              mayBeEmpty={edge === 'to'}
              onChange={(text) => change({ [edge]: text })}
            />
          </div>
        ))}
      </div>
      <label className="field">
        <span className="field-label">{translate('text')}</span>
        <textarea
          className="annotation-input"
          data-first=""
          rows={4}
          maxLength={maximumAnnotationText}
          value={entries.text}
          readOnly={form.isPending}
          onChange={({ target }) => change({ text: target.value })}
        />
        <small className="number">
          {translate('length', { count: entries.text.length, maximum: maximumAnnotationText })}
        </small>
      </label>
      <p role="alert" className="annotation-problem">
        {problem}
      </p>
    </div>
  )
}
