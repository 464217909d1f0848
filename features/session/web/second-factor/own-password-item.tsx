import { Form, Input, type FormInstance } from 'antd'
import { useTranslations } from 'use-intl'
import { showFieldErrors } from '#kit/web/antd/antd-form.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'

/** The own password, asked for before something that protects the account changes. */
export function OwnPasswordItem() {
  const translate = useTranslations('session.profile')
  return (
    <Form.Item
      name="password"
      label={translate('currentPassword')}
      rules={[{ required: true, message: translate('currentMissing') }]}
    >
      <Input.Password autoComplete="current-password" maxLength={1024} />
    </Form.Item>
  )
}

/** Shows a wrong password at its field, every other failure in a toast. */
export function useOwnPasswordAnswer(
  form: FormInstance<{ password: string }>,
): (error: unknown) => void {
  const fieldErrorText = useFieldErrorText()
  return (error) => {
    if (!showFieldErrors(form, error, fieldErrorText)) void showFailure(error)
  }
}
