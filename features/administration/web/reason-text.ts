import { useTranslations } from 'use-intl'

/** Says in the language of the page why the server refused a field. */
export function useReasonText(): (field: string, reason: string) => string {
  const translate = useTranslations('administration.reasons')
  return (field, reason) => {
    if (/used by/i.test(reason)) return translate(field === 'email' ? 'emailTaken' : 'nameTaken')
    if (field === 'email') return translate('emailInvalid')
    if (field === 'roles' || field === 'permissions')
      return translate(/there is no/i.test(reason) ? 'unknownRight' : 'beyondOwn')
    return translate('refused')
  }
}
