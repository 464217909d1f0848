import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import type { AnyBoard } from '../../contract/all-boards.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import { useHandOver } from './query-all-boards.ts'

/** After a session that ended the screen says that its entry must be made again. */
export const handOverForm = 'hand-over'

interface HandOverDialogProps {
  readonly board: AnyBoard
  readonly onClose: () => void
}

/** Asks whose a board becomes. */
export function HandOverDialog({ board, onClose }: HandOverDialogProps) {
  const translate = useTranslations('pages.all')
  const common = useTranslations('pages')
  const id = useId()
  const textOf = useFieldErrorText()
  const handOver = useHandOver(board.id)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const markClosed = useUnsaved(handOverForm, email !== '', () => null)
  const close = () => {
    markClosed()
    onClose()
  }
  const fail = (failure: Error) => {
    const reason = failure instanceof ApiError ? failure.errors['email']?.[0] : undefined
    if (reason) return setError(textOf(reason))
    if (!(failure instanceof ApiError && failure.status === 409)) return void showFailure(failure)
    toast('info', translate('changed'))
    close()
  }
  const send = () => {
    if (handOver.isPending) return
    if (email.trim() === '') return setError(translate('emailMissing'))
    handOver.mutate(
      { email: email.trim(), from: board.owner.email },
      {
        onSuccess({ owner }) {
          const names = { name: isolated(board.name), owner: isolated(owner.name) }
          toast('success', translate('done', names))
          close()
        },
        onError: fail,
      },
    )
  }
  return (
    <ModalDialog
      title={translate('dialogTitle', { name: isolated(board.name) })}
      onSubmit={send}
      onClose={close}
      footer={
        <>
          <CloseButton>{common('cancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={handOver.isPending}>
            {translate('handOver')}
          </button>
        </>
      }
    >
      <p>
        {translate('dialogFrom', { name: `${isolated(board.owner.name)}, ${board.owner.email}` })}
      </p>
      <p>{translate('dialogText')}</p>
      <div className="field" {...(error === null ? {} : { 'data-invalid': '' })}>
        <label htmlFor={id}>{translate('email')}</label>
        <div className="input">
          <input
            id={id}
            type="email"
            data-first=""
            value={email}
            autoComplete="off"
            aria-invalid={error !== null}
            aria-describedby={`${id}-error`}
            onChange={({ target }) => {
              setEmail(target.value)
              setError(null)
            }}
          />
        </div>
        <p className="field-error" id={`${id}-error`} role="alert">
          {error !== null && <Icon name="info" size={13} />}
          {error}
        </p>
      </div>
    </ModalDialog>
  )
}
