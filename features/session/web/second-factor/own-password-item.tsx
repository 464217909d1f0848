import { Form, Input, type FormInstance } from 'antd'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/call.ts'
import { tellFailure } from '#kit/web/calls/query.ts'

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

/** Tells a wrong password at its field, every other failure in a toast. */
export function useOwnPasswordAnswer(
  form: FormInstance<{ password: string }>,
): (error: unknown) => void {
  const translate = useTranslations('session.profile')
  return (error) => {
    if (error instanceof ApiError && error.errors['password'] !== undefined) {
      form.setFields([{ name: 'password', errors: [translate('wrongPassword')] }])
      return form.focusField('password')
    }
    void tellFailure(error)
  }
}
