import { Injectable } from '@nestjs/common';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { type FormDay, FormDaysRepository } from './form-days.repository';

@Injectable()
export class FormDaysService {
  constructor(private readonly days: FormDaysRepository) {}

  /** The last days, oldest first, those without submissions as zeros. */
  last(formId: string, days: number): Promise<FormDay[]> {
    return this.days.last(formId, days);
  }

  @PeriodicTask({ name: 'sweep of old days', processes: 'worker', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.days.sweep();
  }
}
