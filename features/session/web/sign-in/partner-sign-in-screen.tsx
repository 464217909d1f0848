import { useTranslations } from 'use-intl'
import { SignInPage } from './sign-in-screen.tsx'

/** `/login-ch-si`: the same form under the partner's title and in its colours. */
export default function PartnerSignInScreen() {
  const translate = useTranslations('session.partner')
  return <SignInPage brand="partner" title={translate('title')} intro={translate('intro')} />
}
