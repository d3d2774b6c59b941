-- Ends the tries of a mail that asks for a confirmation, unless another worker has taken it over. A submission that waits for it becomes an
-- ordinary one in quarantine. `ConfirmationMailsRepository` calls it, and it locks the form's counters before the mail, as confirming does.
create or replace function give_up_confirmation(form uuid, submission uuid, mail uuid, final_status text, code text, reason jsonb)
returns void language plpgsql as $$
  begin
    perform from forms f join form_stats c on c.form_id = f.id where f.id = form for key share of f for update of c;
    update address_confirmations m set status = final_status, error_code = code, due_at = null
      where m.form_id = form and m.submission_id = submission and m.mail_id = mail;
    if found then
      perform end_unconfirmed(form, submission, reason);
    end if;
  end $$;
