import { useTranslations } from 'use-intl'
import { permissions, roles } from '#kit/model/permission.ts'

/**
 * Says what roles and permissions mean, in the language of the page. Their names themselves are the
 * same in every language.
 */
export function useRightNames() {
  const roleMeaning = useTranslations('administration.roleMeanings')
  const meaning = useTranslations('administration.permissionMeanings')
  return {
    /** Empty for a role that somebody made. */
    roleMeaning: (name: string) => {
      const listed = roles.find((role) => role === name)
      return listed === undefined ? '' : roleMeaning(listed)
    },
    permissionMeaning: (name: string, product: string | null) => {
      const listed = permissions.find((permission) => permission === name)
      if (listed !== undefined) return meaning(listed)
      return product === null ? name : meaning('ofProduct', { product })
    },
  }
}
