/** At the end of every query: whole numbers of 64 bits arrive as numbers. */
export const settings = 'SETTINGS output_format_json_quote_64bit_integers = 0'
