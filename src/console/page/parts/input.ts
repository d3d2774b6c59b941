/** What is typed or chosen in the control that an event comes from. */
export const valueOf = ({ target }: Event): string => (target as HTMLInputElement).value;

/** Whether the check box that an event comes from is ticked. */
export const isTicked = ({ target }: Event): boolean => (target as HTMLInputElement).checked;
