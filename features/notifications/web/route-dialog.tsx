import { useTranslations } from 'use-intl'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { useDraftForm } from '#kit/web/antd/forms/antd-draft-form.ts'
import { FormDialog } from '#kit/web/antd/forms/antd-form-dialog.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { Area } from '../contract/notification-route.ts'
import { definitionOf, routeForm, type OpenForm } from './route-draft.ts'
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
  const { draft, errors, change, submit, isPending, close } = useRouteForm(props)
  return (
    <FormDialog
      width={640}
      title={translate(form.base === null ? 'addTitle' : 'editTitle')}
      texts={{ save: translate('save'), cancel: translate('cancel') }}
      isPending={isPending}
      onSubmit={submit}
      onClose={close}
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
    </FormDialog>
  )
}

const fieldNames = ['name', 'priorities', 'devices', 'quiet', 'roles', 'recipients', 'url'] as const

/** By which field a problem is shown: `target.recipients.0` is one of the recipients. */
function nameOf(field: string): string {
  const parts = field.split('.')
  return (parts[0] === 'target' ? parts[1] : parts[0]) ?? field
}

function useRouteForm({ form: opened, onClose, onSecret }: RouteDialogProps) {
  const { mutate, isPending } = useSaveRoute()
  return useDraftForm({
    ...{ form: routeForm, opened, isPending, onClose },
    send: ({ base, draft }, { onSaved, onError }) =>
      mutate(
        { base, definition: definitionOf(draft) },
        {
          onSuccess({ data: { route, secret } }) {
            if (secret !== null) onSecret(secret)
            onSaved(route)
          },
          onError,
        },
      ),
  })
}

/** Why the server refused, by field. */
function Problems({ errors }: { readonly errors: FieldErrors }) {
  const textOf = useFieldErrorText()
  const named = useNamed()
  const translate = useTranslations('notifications')
  return Object.entries(errors).map(([field, reasons]) => {
    const text = reasons.map(textOf).join(' ')
    const known = fieldNames.find((each) => each === nameOf(field))
    return (
      <p key={field} className="notification-problem" role="alert">
        {known ? named(translate(`fields.${known}`), text) : text}
      </p>
    )
  })
}
