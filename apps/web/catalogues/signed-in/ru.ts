import signedIn from '../../texts/signed-in/ru.json'
import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  { 'ru.json': signedIn },
  import.meta.glob(
    [
      '../../../../features/*/web/texts/ru.json',
      '../../../../features/*/web/kinds/*/texts/ru.json',
      '../../../../features/session/web/texts/signed-in/ru.json',
      '!../../../../features/session/web/texts/ru.json',
    ],
    { eager: true, import: 'default' },
  ),
)
