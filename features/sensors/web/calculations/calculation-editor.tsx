import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { maximumExpressionLength } from '#features/calculations/contract/calculation.ts'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { OtherErrors } from '#kit/web/antd/forms/antd-other-errors.tsx'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'
import type { CalculationEntries } from './entries.ts'
import { Field } from './field.tsx'
import { InputList } from './input-list.tsx'
import { PlaceFields } from './place-fields.tsx'
import { Preview } from './preview.tsx'
import { previewQuery } from './query-calculations.ts'
import { SensorChoice } from './sensor-choice.tsx'
import { useCalculationEditing } from './use-calculation-editing.ts'

interface CalculationEditorProps {
  readonly first: CalculationEntries
  readonly isInterrupted: boolean
  readonly onDone: () => void
}

/** While somebody types nothing is tried. */
const typingMs = 400

/** One calculated sensor: where it lives, its expression, its inputs, and what it gives now. */
export function CalculationEditor({ first, isInterrupted, onDone }: CalculationEditorProps) {
  const translate = useTranslations('sensors.calculations')
  const id = useId()
  const done = useCloseOnce(onDone)
  const editing = useCalculationEditing(first, isInterrupted, done)
  const { entries, refusals, conflict, change, setCursor, insert, save, isPending } = editing
  const close = useConfirmedClose({ ...editing, onClose: done })
  const tried = useDebounced(entries, typingMs)
  const preview = useQuery(previewQuery(tried))
  return (
    <form
      className="calculation-editor"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {conflict && (
        <EditConflict
          title={translate('conflictTitle')}
          onTakeTheirs={conflict.take}
          onKeepMine={conflict.overwrite}
        />
      )}
      <OtherErrors texts={refusals.elsewhere(entries)} />
      <PlaceFields entries={entries} errorOf={refusals.of} onChange={change} />
      <Field
        id={`${id}-expression`}
        label={translate('expression')}
        error={refusals.of('expression')}
        note={translate('functions')}
      >
        <Input.TextArea
          id={`${id}-expression`}
          className="calculation-text"
          value={entries.expression}
          maxLength={maximumExpressionLength}
          autoSize={{ minRows: 2, maxRows: 8 }}
          spellCheck={false}
          onChange={({ target }) => change({ expression: target.value })}
          onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) =>
            setCursor({ start, end })
          }
        />
      </Field>
      <SensorChoice onChoose={insert} />
      <InputList
        inputs={entries.inputs}
        errorOf={(name) => refusals.of(`inputs.${name}`)}
        onChange={(inputs) => change({ inputs })}
      />
      <Preview
        isAsked={entries.thing !== null && entries.expression.trim() !== ''}
        state={preview.data}
        error={preview.error instanceof ApiError ? preview.error : null}
        unit={entries.unit}
      />
      <div className="calculation-foot">
        <button type="button" className="button" onClick={close}>
          {translate('cancel')}
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          {translate('save')}
        </button>
      </div>
    </form>
  )
}
