import { useId, useRef, useState, type FocusEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { maximumNameLength } from '../../contract/limits.ts'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'

/** After a session that ended the screen says that the name must be entered again. */
export const nameForm = 'page-name'

interface NameDialogProps {
  readonly title: string
  /** What the button that sends it says. */
  readonly action: string
  readonly name: string
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the name of a page. */
export function NameDialog({ title, action, name, onSave, onClose }: NameDialogProps) {
  const translate = useTranslations('pages')
  const id = useId()
  const textOf = useFieldErrorText()
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isChanged = typed !== name
  const markClosed = useUnsaved(nameForm, isChanged, () => null)
  const isSelected = useRef(false)
  /** Whoever types when the dialog opens replaces the name that is proposed. */
  const selectOnce = ({ target }: FocusEvent<HTMLInputElement>) => {
    if (!isSelected.current) target.select()
    isSelected.current = true
  }
  const save = async () => {
    if (isPending) return
    if (typed.trim() === '') return setError(translate('name.missing'))
    setPending(true)
    try {
      await onSave(typed.trim())
      markClosed()
    } catch (failure) {
      const reason = failure instanceof ApiError ? failure.errors['name']?.[0] : undefined
      if (reason) setError(textOf(reason))
      else void showFailure(failure)
      setPending(false)
    }
  }
  return (
    <EntriesDialog
      isChanged={isChanged}
      isPending={isPending}
      title={title}
      onSubmit={() => void save()}
      onClose={() => {
        markClosed()
        onClose()
      }}
      footer={
        <>
          <CloseButton>{translate('cancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={isPending}>
            {action}
          </button>
        </>
      }
    >
      <div className="field" {...(error === null ? {} : { 'data-invalid': '' })}>
        <label htmlFor={id}>{translate('name.label')}</label>
        <div className="input">
          <input
            id={id}
            dir="auto"
            value={typed}
            maxLength={maximumNameLength}
            readOnly={isPending}
            autoComplete="off"
            aria-invalid={error !== null}
            aria-describedby={`${id}-error`}
            onFocus={selectOnce}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(null)
            }}
          />
        </div>
        <p className="field-error" id={`${id}-error`} role="alert">
          {error !== null && <Icon name="info" size={13} />}
          {error}
        </p>
      </div>
    </EntriesDialog>
  )
}
