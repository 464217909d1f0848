import signedIn from '../../texts/signed-in/en.json'
import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  { 'en.json': signedIn },
  import.meta.glob(
    [
      '../../../../features/*/web/texts/en.json',
      '../../../../features/*/web/kinds/*/texts/en.json',
      '../../../../features/session/web/texts/signed-in/en.json',
      '!../../../../features/session/web/texts/en.json',
    ],
    { eager: true, import: 'default' },
  ),
)
