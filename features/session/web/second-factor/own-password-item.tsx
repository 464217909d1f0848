import { Form, Input } from 'antd'
import { useTranslations } from 'use-intl'

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
