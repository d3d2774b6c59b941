/** The label that people see. A field without one shows its name as words: `first_name` becomes "First name". */
export function shownLabel({ label, name }: { label: string | null; name: string }): string {
  if (label !== null && label.trim() !== '') return label;
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
