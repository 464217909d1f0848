import { Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { useConfirmedClose } from '#kit/web/antd/antd-confirmed-close.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useCloseOnce, useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import type { Area } from '../contract/notification-route.ts'
import { definitionOf, routeForm, type OpenForm, type RouteDraft } from './route-draft.ts'
import { RouteFields } from './route-fields.tsx'
import { useSaveRoute } from './use-routes.ts'

interface RouteDialogProps {
  readonly form: OpenForm
  readonly areas: readonly Area[]
  readonly shifts: readonly string[]
  readonly hasMail: boolean
  readonly roles: readonly string[]
  readonly onClose: () => void
  /** A webhook has a new secret, which is shown once. */
  readonly onSecret: (secret: string) => void
}

/** Which alarms go where, and when. */
export function RouteDialog(props: RouteDialogProps) {
  const { form, areas, shifts, hasMail, roles } = props
  const translate = useTranslations('notifications')
  const onClose = useCloseOnce(props.onClose)
  const editing = useRouteForm({ ...props, onClose })
  const { draft, errors, change, submit, isPending, ...unsaved } = editing
  const close = useConfirmedClose({ ...unsaved, isPending, onClose })
  const formId = useId()
  return (
    <Modal
      open
      width={640}
      title={translate(form.base === null ? 'addTitle' : 'editTitle')}
      okText={translate('save')}
      cancelText={translate('cancel')}
      okButtonProps={{ loading: isPending, htmlType: 'submit', form: formId }}
      onCancel={close}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <RouteFields
          draft={draft}
          areas={areas}
          shifts={shifts}
          hasMail={hasMail}
          roles={roles}
          wrong={new Set(Object.keys(errors).map((field) => nameOf(field)))}
          onChange={change}
        />
        <Problems errors={errors} />
      </form>
    </Modal>
  )
}

const fieldNames = ['name', 'priorities', 'devices', 'quiet', 'roles', 'recipients', 'url'] as const

/** By which field a problem is shown: `target.recipients.0` is one of the recipients. */
function nameOf(field: string): string {
  const parts = field.split('.')
  return (parts[0] === 'target' ? parts[1] : parts[0]) ?? field
}

function useRouteForm({ form, onClose, onSecret }: RouteDialogProps) {
  const { draft: initial, isTouched = false } = form
  const [base, setBase] = useState(form.base)
  const [draft, setDraft] = useState(initial)
  const latest = useLatest(draft)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { mutate, isPending } = useSaveRoute()
  const isDirty = isTouched || draft !== initial
  const discard = useUnsaved(routeForm, isDirty, (): OpenForm => ({
    ...{ base, draft, isTouched: true },
  }))
  return {
    ...{ draft, errors, isDirty, isPending, discard },
    change(part: Partial<RouteDraft>) {
      setErrors({})
      setDraft((before) => ({ ...before, ...part }))
    },
    submit() {
      if (isPending) return
      mutate(
        { base, definition: definitionOf(draft) },
        {
          onSuccess({ data: { route, secret } }) {
            if (secret !== null) onSecret(secret)
            // What is typed while the rest is saved stays, and is not saved.
            if (latest.current !== draft) return setBase(route)
            discard()
            onClose()
          },
          onError(error) {
            if (error instanceof ApiError && Object.keys(error.errors).length > 0)
              setErrors(error.errors)
            else void showFailure(error)
          },
        },
      )
    },
  }
}

/** Why the server refused, by field. */
function Problems({ errors }: { readonly errors: FieldErrors }) {
  const textOf = useFieldErrorText()
  const translate = useTranslations('notifications')
  return Object.entries(errors).map(([field, reasons]) => {
    const text = reasons.map(textOf).join(' ')
    const known = fieldNames.find((each) => each === nameOf(field))
    return (
      <p key={field} className="notification-problem" role="alert">
        {known ? translate('problemOf', { label: translate(`fields.${known}`), text }) : text}
      </p>
    )
  })
}
